import type { Theme } from '../../shared'

/** Shows the page in a theme. “system” leaves the choice to the system, by prefers-color-scheme. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
}
