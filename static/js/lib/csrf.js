// @ts-check

/** The token of the browser's cookie, or "" where there is none. */
export const csrfToken = () => /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
