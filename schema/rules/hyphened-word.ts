/**
 * A word such as "T-Shirt", or the end of "Kinder-T-Shirt", whose part before the hyphen is a single letter. Browsers and mail
 * programs would break it after the hyphen, so pages and mails keep it in one line.
 */
export const HYPHENED = /(?<![\p{L}\p{N}])\p{L}-\p{L}+/gu
