import type { GloveboxError } from '../../shared'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (found) => escapes[found] ?? found)

/** The plain page shown instead of the app when the store can't be opened (I10): what happened, and what is kept. */
export function safeModePage(error: GloveboxError, dataFolder: string): string {
  const details = [error.code, error.cause].filter((line) => line !== undefined).join(': ')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Glovebox: safe mode</title>
<link rel="stylesheet" href="/safe-mode.css"></head>
<body><main>
<h1>Glovebox can’t open its record</h1>
<p>${escapeHtml(error.message)}</p>
<p>Nothing was changed or removed. The record is kept in <code>${escapeHtml(dataFolder)}</code>.
Close Glovebox, mend the cause, and open it again.</p>
<p class="detail"><code>${escapeHtml(details)}</code></p>
</main></body></html>
`
}

export const safeModeStyle = `
:root { color-scheme: light dark; }
body { margin: 0; font: 15px/24px system-ui, sans-serif; background: Canvas; color: CanvasText; }
main { max-width: 640px; margin: 96px auto; padding: 0 32px; }
h1 { font-size: 20px; line-height: 28px; }
code { font-family: ui-monospace, monospace; font-size: 13px; overflow-wrap: anywhere; }
.detail { opacity: .75; }
`
