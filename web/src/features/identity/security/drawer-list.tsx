import type { ReactNode } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { FailureBlock } from '../../../kernel/page/failure-block.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type Props<Row> = {
  label: string
  read: { data: readonly Row[] | undefined; error: Error | null; refetch: () => unknown }
  /** Shown without rows. */
  empty: { title: string; hint: string }
  children: (row: Row) => ReactNode
}

/** Rows of a small list in a drawer, with loading, error and empty states. */
export const DrawerList = <Row,>({ label, read: { data, error, refetch }, empty, children }: Props<Row>) => {
  if (!data && error instanceof CallError) return <FailureBlock failure={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  if (data.length === 0) return <Empty {...empty} />
  return (
    <ul className="security-rows" aria-label={label}>
      {data.map(children)}
    </ul>
  )
}
