import { Fragment, memo, type ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { stripAnsi } from './ansi'
import { type Block, type Inline, parseMarkdown } from './markdown'
import styles from './markdown.module.css'

/** An agent's message. Its text becomes React nodes, never HTML; a link shows where it leads and is not followed. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.text} data-selectable>
      {parseMarkdown(stripAnsi(text)).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block has no other name than its place
        <BlockView key={index} block={block} />
      ))}
    </div>
  )
})

function BlockView({ block }: { readonly block: Block }) {
  switch (block.type) {
    case 'paragraph':
      return <p>{inlines(block.content)}</p>
    case 'heading':
      return <p className={styles.heading}>{inlines(block.content)}</p>
    case 'quote':
      return <blockquote className={styles.quote}>{inlines(block.content)}</blockquote>
    case 'code':
      return (
        <pre className={styles.code} data-selectable>
          {block.text}
        </pre>
      )
    case 'rule':
      return <hr className={styles.rule} />
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List
          className={cx(styles.list, block.ordered && styles.ordered)}
          start={block.ordered ? block.start : undefined}
        >
          {block.items.map(({ depth, content }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item has no other name than its place
            <li key={index} style={{ marginInlineStart: depth * 16 }}>
              {inlines(content)}
            </li>
          ))}
        </List>
      )
    }
  }
}

/** Inline code stands out and the rest is plain: for titles and prompts. */
export function inlines(content: readonly Inline[]): ReactNode {
  return content.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name than its place
    <Fragment key={index}>{inline(piece)}</Fragment>
  ))
}

function inline(piece: Inline): ReactNode {
  switch (piece.type) {
    case 'text':
      return piece.text
    case 'code':
      return <code className={styles.inlineCode}>{piece.text}</code>
    case 'strong':
      return <strong>{piece.text}</strong>
    case 'emphasis':
      return <em>{piece.text}</em>
    case 'link':
      return piece.text === piece.url ? (
        <span className={styles.link}>{piece.url}</span>
      ) : (
        <>
          {piece.text} <span className={styles.link}>({piece.url})</span>
        </>
      )
  }
}
