import type { TrialEffect, TriedCall } from '@atrium/contract/features/open/open-docs/try-call.contract.ts'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { CallSteps } from '../gate/public/call-steps.tsx'
import { CodeBlock } from './code-block.tsx'
import './try-api.css'

const effectWords: Readonly<Record<TrialEffect, string>> = {
  none: '',
  read: t('仅读取，数据未变更'),
  undone: t('已执行并撤销，数据未变更'),
  sandbox: t('已转发至沙箱地址'),
}
/** JSON on several lines; other texts as they are. */
const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
const sentText = ({ method, url, headers, body }: TriedCall['request']) =>
  [
    `${method} ${url}`,
    ...headers.map(({ name, value }) => `${name}: ${value}`),
    ...(body === '' ? [] : ['', body]),
  ].join('\n')

/** What a trial was answered, at which step it was refused, and what was sent. */
export const TryAnswer = ({ tried }: { tried: TriedCall }) => {
  const { request, canonical, steps, effect, status, ms, type, answer, bytes, traceId } = tried
  const isRefused = steps.some(({ state }) => state === 'refused')
  return (
    <section className="try-answer" aria-label={t('调试结果')}>
      <p className="try-outcome" role="status">
        <Tag tone={status < 400 ? 'good' : isRefused ? 'danger' : 'warn'}>{String(status)}</Tag>
        <span>{ms} ms</span>
        <span>{formatBytes(bytes)}</span>
        <span>{effectWords[effect]}</span>
      </p>
      {isRefused && <CallSteps steps={steps} />}
      <h4>{t('响应')}</h4>
      {answer === '' ? (
        <p>{bytes === 0 ? t('无内容') : t('不是文本（{type}）', { type })}</p>
      ) : (
        <CodeBlock label={t('响应')} text={readable(answer)} />
      )}
      <details className="api-example">
        <summary>{t('实际发送的请求')}</summary>
        <CodeBlock label={t('请求')} text={sentText(request)} />
        <h4>{t('待签名内容')}</h4>
        <CodeBlock label={t('待签名内容')} text={canonical} />
        <p className="try-quiet">{t('追踪号 {traceId}，可在“日志”中查看。', { traceId })}</p>
      </details>
    </section>
  )
}
