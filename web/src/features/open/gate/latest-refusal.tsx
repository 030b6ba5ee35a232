import type { CallLogRow, OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { rich } from '../../../ui/rich.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { addressText, refusalNames } from '../open-apis/public/open-words.ts'
import { remedies } from './call-words.ts'
import { CallSteps } from './public/call-steps.tsx'
import '../open-apis/public/open.css'
import '../open-apps/public/open-apps.css'
import './calls.css'

const { calls, call } = openAppsContract
const size = 10

/** Refused calls of the same kind, within the thirty days that are kept. */
const SameKind = ({ appId, step }: { appId: string; step: NonNullable<CallLogRow['step']> }) => {
  const query = { size, 'f.result': 'refused', 'f.step': step } as const
  const { data } = useRead(calls, { params: { id: appId }, query }, { toasts: false })
  return data && <span className="open-quiet">{t('近 30 天同类 {total} 次', { total: numberText(data.total) })}</span>
}

const Refusal = ({ app, row }: { app: OpenAppRow; row: CallLogRow }) => {
  const read = useRead(call, { params: { id: app.id, logId: row.id } }, { toasts: false })
  const { step } = row
  return (
    <>
      <p className="refusal-head">
        {step && <Tag tone="danger">{refusalNames[step]}</Tag>}
        <code>{addressText(row)}</code>
        <Time at={row.time} />
        <span className="open-quiet">
          {rich('追踪号 {traceId}', { traceId: <code>{row.traceId.slice(0, 8)}</code> })}{' '}
          <CopyButton text={row.traceId} what={t('追踪号')} />
        </span>
        {step && <SameKind appId={app.id} step={step} />}
      </p>
      <ReadState read={read}>
        {({ steps, canonical }) => (
          <div className="refusal-parts">
            <CallSteps steps={steps} />
            <div>
              {step && (
                <>
                  <h4>{t('处理办法')}</h4>
                  <p className="open-quiet">{remedies[step]}</p>
                </>
              )}
              {canonical !== '' && (
                <>
                  <h4>
                    {t('应签名的内容')} <CopyButton text={canonical} what={t('应签名的内容')} />
                  </h4>
                  <pre className="app-canonical">{canonical}</pre>
                </>
              )}
            </div>
          </div>
        )}
      </ReadState>
    </>
  )
}

/** Why the last refused call of an application was refused, and what helps. */
export const LatestRefusal = ({ app }: { app: OpenAppRow }) => {
  const query = { size, 'f.result': 'refused' } as const
  const read = useRead(calls, { params: { id: app.id }, query }, { staleTime: 0 })
  return (
    <ReadState read={read}>
      {({ data: [row] }) => (row ? <Refusal app={app} row={row} /> : <Empty title={t('近 30 天没有被拒绝的调用')} />)}
    </ReadState>
  )
}
