// @ts-check
// Pictures that are larger than the server takes are made smaller before they are sent.

const MAX_BYTES = 15 * 1024 * 1024; // what is taken of a file, as in cards/pictures.py
const MAX_PIXELS = 12_000_000; // what is taken of every kind of picture
const SIDE = 3000; // pixels of the longer side of what is kept
const QUALITY = 0.95;
const READ = /^image\/(?:jpeg|png|webp|avif|bmp|tiff|heic|heif)$/;

/**
 * The picture of a file as one that is taken: the file itself, or where it is too large a smaller JPEG of it. What the
 * browser cannot read stays as it is, for the server to say what is wrong with it.
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
  return blob ? new File([blob], `${file.name.replace(/\.[^.]*$/, "")}.jpg`, { type: "image/jpeg" }) : file;
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
  drawing.fillStyle = "#fff"; // what shows through a transparent picture, as on the server
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}
