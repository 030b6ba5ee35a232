import type { ReactNode } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CallError } from '../api/call-error.ts'

type PlainReadStateProps<Data> = {
  read: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  /** Lines of the skeleton. */
  lines?: number
  children: (data: Data) => ReactNode
}

/** `ReadState` for pages that do not load the kit. */
export const PlainReadState = <Data,>({ read, lines = 3, children }: PlainReadStateProps<Data>) => {
  const { data, error, refetch } = read
  if (data !== undefined) return children(data)
  if (!(error instanceof CallError)) return <Skeleton lines={lines} />
  return (
    <div role="alert">
      <Empty title={error.msg} {...(error.traceId ? { hint: `追踪号 ${error.traceId}` } : {})}>
        <PlainButton onClick={() => void refetch()}>重试</PlainButton>
      </Empty>
    </div>
  )
}
