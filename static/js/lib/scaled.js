// @ts-check
// Pictures that are larger than the server takes are made smaller before they are sent.

const MAX_BYTES = 15 * 1024 * 1024; // what is taken of a file, as in cards/pictures.py
const MAX_PIXELS = 12_000_000; // what is taken of every kind of picture
const SIDE = 3000; // pixels of the longer side of what is kept
const QUALITY = 0.95;
const STRIP = 256; // rows that are looked at together
const SOLID = 250; // of 255: a picture with no pixel below hides all that is behind it, as in cards/pictures.py
const READ = /^image\/(?:jpeg|png|webp|avif|bmp|tiff|heic|heif)$/;

/**
 * The picture of a file as one that is taken: the file itself, or where it is too large a smaller JPEG of it, or a WebP
 * where something can be seen through it. What the browser cannot read stays as it is, for the server to say what is wrong with it.
 * @param {File} file
 * @returns {Promise<File>}
 */
export async function scaled(file) {
  if (!READ.test(file.type)) return file;
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return file;
  const isTaken = file.size <= MAX_BYTES && image.width * image.height <= MAX_PIXELS;
  const blob = isTaken ? null : await drawn(image);
  image.close();
  return blob
    ? new File([blob], `${file.name.replace(/\.[^.]*$/, "")}.${blob.type.slice(6)}`, { type: blob.type })
    : file;
}

/**
 * @param {ImageBitmap} image
 * @returns {Promise<Blob | null>}
 */
function drawn(image) {
  const share = Math.min(1, SIDE / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * share));
  canvas.height = Math.max(1, Math.round(image.height * share));
  const drawing = canvas.getContext("2d");
  if (!drawing) return Promise.resolve(null);
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
  const type = isClear(drawing) ? "image/webp" : "image/jpeg"; // a browser without WebP makes a PNG of it
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}

/**
 * Whether something can be seen through a drawing.
 * @param {CanvasRenderingContext2D} drawing
 * @returns {boolean}
 */
function isClear(drawing) {
  const { width, height } = drawing.canvas;
  for (let top = 0; top < height; top += STRIP) {
    const { data } = drawing.getImageData(0, top, width, Math.min(STRIP, height - top));
    for (let at = 3; at < data.length; at += 4) if (data[at] < SOLID) return true;
  }
  return false;
}
