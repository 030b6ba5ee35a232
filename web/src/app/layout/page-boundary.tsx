import './page-boundary.css'
import { Component, type ReactNode } from 'react'
import { CallError } from '../../kernel/api/call-error.ts'
import { questionAbout } from '../../kernel/api/failure-toast.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { rememberError } from '../recording.ts'
import { isUnloaded } from '../stale-chunks.ts'

type Props = { title: string; path: string; onRetry: () => void; children: ReactNode }
type State = {
  error: unknown
  /** Of the call that told the server of it. */
  traceId: string | undefined
}
/** What a browser says of itself is in its own words, not in ours. */
const isOurs = (message: string) => /\p{Script=Han}/u.test(message)

const whole: State = { error: undefined, traceId: undefined }

/** A page that fails says so in its own place; the shell and the other pages stay as they are. */
export class PageBoundary extends Component<Props, State> {
  override state = whole

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    rememberError(error)
    // A call has been kept by the server already; of code that did not arrive there is nothing to find.
    if (!(error instanceof CallError || isUnloaded(error))) void this.report(error)
  }

  private async report(error: unknown) {
    const { reportPage } = await import('../report-page.ts')
    const traceId = await reportPage(this.props.path, error)
    if (this.state.error === error) this.setState({ traceId })
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const { code, traceId } = error instanceof CallError ? error : { code: 500, traceId: this.state.traceId }
    const asks = traceId && questionAbout({ code, traceId })
    return (
      <div className="page-boundary" role="alert">
        <p className="page-boundary-title">“{this.props.title}”没有打开</p>
        <p>{error instanceof Error && isOurs(error.message) ? error.message : '页面出现错误'}</p>
        {traceId && <p>追踪号 {traceId}</p>}
        <div className="page-boundary-buttons">
          <PlainButton
            kind="primary"
            onClick={() => {
              if (isUnloaded(error)) return location.reload()
              this.setState(whole)
              this.props.onRetry()
            }}
          >
            重试
          </PlainButton>
          {asks && <PlainButton onClick={asks.run}>{asks.text}</PlainButton>}
        </div>
      </div>
    )
  }
}
