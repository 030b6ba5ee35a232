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
import { Time } from '../../../ui/time.tsx'
import './failures.css'

const adviceFor = ({ changes, handled }: OwnFailure): string => {
  const checkFirst = changes ? '请先刷新页面，看看刚才的操作是否已经生效，再决定要不要重做。' : ''
  return checkFirst + (handled ? '故障已经处理，请再试一次。' : '请稍后重试；仍然失败时，把追踪号告诉管理员。')
}

const OwnFailureCard = ({ traceId, children }: { traceId: string; children: ReactNode }) => {
  const { data, error, refetch } = useRead(
    failedCallsContract.ownFailure,
    { query: { traceId } },
    { staleTime: 0, toasts: false },
  )
  if (error instanceof CallError)
    return error.code === failureErrors.noFailure.code ? (
      <Empty title={error.msg} hint={`请稍后重试；仍然失败时，把追踪号 ${traceId} 告诉管理员。`} />
    ) : (
      <ErrorBlock msg={error.msg} traceId={error.traceId} onRetry={() => void refetch()} />
    )
  if (!data) return null
  return (
    <section aria-label="异常请求">
      <p className="failure-note">这是系统的故障，不是您的操作有误。{adviceFor(data)}</p>
      <Facts
        facts={{
          没有完成的操作: data.what,
          时间: <Time at={data.time} />,
          追踪号: (
            <>
              <code>{data.traceId}</code> <CopyButton text={data.traceId} what="追踪号" />
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
    <Drawer title="操作没有完成" width={600} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <OwnFailureCard traceId={traceId}>{children}</OwnFailureCard>
    </Drawer>
  )
}
