import { Component, type ReactNode } from 'react'
import { failure, type GloveboxError } from '../../shared'
import { go } from '../lib/navigation'
import { Button, ErrorState } from '../ui'
import styles from './error-boundary.module.css'

type Props = {
  /** What failed, in words: a view can be left, the window only opened again. */
  readonly place: 'view' | 'window'
  /** When this changes, the part is tried again. */
  readonly resetKey?: string
  readonly children: ReactNode
}
type State = { readonly error: GloveboxError | null; readonly resetKey: string | undefined }

/** A part that threw: a page that says so and leads on, instead of an empty window. What ran goes on in main. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(cause: unknown): Partial<State> {
    const message = 'This part of the window has stopped. Runs go on, and everything recorded is kept.'
    return { error: failure('internal.bug', message, {}, cause).error }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    const words = this.props.place === 'view' ? 'This view can’t be shown' : 'The window can’t be shown'
    return (
      <div className={styles.page}>
        <h1 className="sr-only">{words}</h1>
        <ErrorState error={error} title={words} onRetry={() => this.setState({ error: null })}>
          {this.props.place === 'view' && (
            <Button onClick={() => go({ view: 'projects' })}>Go to Projects</Button>
          )}
        </ErrorState>
      </div>
    )
  }
}
