import { failedCallsContract, type OwnFailure } from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { failureErrors } from '@atrium/contract/features/audit/failures/failures.errors.ts'
import { type ReactNode, useState } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'

const adviceFor = ({ changes, handled }: OwnFailure): string => {
  const checkFirst = changes ? t('请先刷新页面，确认刚才的操作是否已生效，再决定是否重试。') : ''
  return checkFirst + (handled ? t('故障已处理，请重试。') : t('请稍后重试；如仍失败，请将追踪号告知管理员。'))
}

const OwnFailureCard = ({ traceId, children }: { traceId: string; children: ReactNode }) => {
  const { data, error, refetch } = useRead(
    failedCallsContract.ownFailure,
    { query: { traceId } },
    { staleTime: 0, toasts: false },
  )
  if (error instanceof CallError)
    return error.code === failureErrors.noFailure.code ? (
      <Empty title={error.msg} hint={t('请稍后重试；如仍失败，请将追踪号 {traceId} 告知管理员。', { traceId })} />
    ) : (
      <ErrorBlock msg={error.msg} traceId={error.traceId} onRetry={() => void refetch()} />
    )
  if (!data) return null
  return (
    <section aria-label={t('异常请求')}>
      <Note space="form">{t('这是系统故障，与您的操作无关。{data}', { data: adviceFor(data) })}</Note>
      <Facts
        facts={{
          未完成的操作: data.what,
          时间: <Time at={data.time} />,
          追踪号: (
            <>
              <code>{data.traceId}</code> <CopyButton text={data.traceId} what={t('追踪号')} />
            </>
          ),
        }}
      />
      {children}
    </section>
  )
}

type OwnFailureDrawerProps = { traceId: string; onClosed: () => void; children: ReactNode }

/** Explains a failure to the user who met it, and what to do now. `children`: further actions for the trace id. */
export const OwnFailureDrawer = ({ traceId, onClosed, children }: OwnFailureDrawerProps) => {
  const [open, setOpen] = useState(true)
  return (
    <Drawer title={t('操作未完成')} width={600} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <OwnFailureCard traceId={traceId}>{children}</OwnFailureCard>
    </Drawer>
  )
}
