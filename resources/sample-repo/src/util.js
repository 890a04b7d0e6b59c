/** Takes white space away from both ends. */
export function clean(text) {
  return String(text).trim()
}

/** Whether a text holds nothing but white space. */
export function isBlank(text) {
  return clean(text) === ''
}

/** "1 number", "2 numbers". */
export function count(number, word) {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
