/** A sentence of main that leads to the settings, as the settings themselves say it. */
export const hereWords = (message: string): string =>
  message
    .replaceAll('In Settings → Agents, a', 'A')
    .replaceAll(/\b([Ii])n Settings → Agents\b/g, (_, first: string) => (first === 'I' ? 'Below' : 'below'))
