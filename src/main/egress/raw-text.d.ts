/** The text of a file beside the code, as the bundler puts it in. */
declare module '*?raw' {
  const text: string
  export = text
}
