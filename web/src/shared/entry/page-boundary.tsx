import { t } from '../../ui/texts.ts'
import './page-boundary.css'
import { Component, type ReactNode } from 'react'
import { CallError } from '../../kernel/api/call-error.ts'
import { explanationAction } from '../../kernel/api/failure-toast.ts'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { recordError } from './error-recording.ts'
import { isChunkLoadError, retryByReload } from './stale-chunks.ts'

type Props = { title: string; path: string; onRetry: () => void; children: ReactNode }
type State = {
  error: unknown
  /** Trace id of the reported failure. */
  traceId: string | undefined
}
/** Error messages of browsers are in English; the product's are in Chinese. */
const isProductMessage = (message: string) => /\p{Script=Han}/u.test(message)

const noFailure: State = { error: undefined, traceId: undefined }

/** Error boundary of a page: shows the failure in place of the page, and keeps the shell and other pages. */
export class PageBoundary extends Component<Props, State> {
  override state = noFailure

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    recordError(error)
    // The server has recorded failed calls already; a chunk that failed to load has nothing to record.
    if (!(error instanceof CallError || isChunkLoadError(error))) void this.report(error)
  }

  private async report(error: unknown) {
    const { reportPage } = await import('./report-page.ts')
    const traceId = await reportPage(this.props.path, error)
    if (this.state.error === error) this.setState({ traceId })
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const { code, traceId } = error instanceof CallError ? error : { code: 500, traceId: this.state.traceId }
    const retry = () => {
      if (isChunkLoadError(error)) return void retryByReload()
      this.setState(noFailure)
      this.props.onRetry()
    }
    return (
      <div className="page-boundary">
        <ErrorBlock
          msg={t('“{title}”打开失败', { title: this.props.title })}
          reason={error instanceof Error && isProductMessage(error.message) ? error.message : t('页面出现错误')}
          traceId={traceId}
          onRetry={retry}
          action={explanationAction({ code, traceId: traceId ?? '' })}
        />
      </div>
    )
  }
}
