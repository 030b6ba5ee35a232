import './page-boundary.css'
import { Component, type ReactNode } from 'react'
import { CallError } from '../../kernel/api/call-error.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { rememberError } from '../recording.ts'
import { isUnloaded } from '../stale-chunks.ts'

type Props = { title: string; onRetry: () => void; children: ReactNode }

/** A page that fails says so in its own place; the shell and the other pages stay as they are. */
export class PageBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    rememberError(error)
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <div className="page-boundary" role="alert">
        <p className="page-boundary-title">“{this.props.title}”没有打开</p>
        <p>{error instanceof Error && error.message ? error.message : '页面出现错误'}</p>
        {error instanceof CallError && error.traceId && <p>追踪号 {error.traceId}</p>}
        <PlainButton
          kind="primary"
          onClick={() => {
            if (isUnloaded(error)) return location.reload()
            this.setState({ error: undefined })
            this.props.onRetry()
          }}
        >
          重试
        </PlainButton>
      </div>
    )
  }
}
