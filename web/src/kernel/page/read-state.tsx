import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CallError } from '../api/call-error.ts'
import { FailureBlock } from './failure-block.tsx'

type ReadStateProps<Data> = {
  read: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  /** Lines of the skeleton. */
  lines?: number
  children: (data: Data) => ReactNode
}

/** Shows the data of a read, its failure, or a skeleton. Loads no kit. */
export const ReadState = <Data,>({ read: { data, error, refetch }, lines = 6, children }: ReadStateProps<Data>) => {
  if (data !== undefined) return children(data)
  if (error instanceof CallError) return <FailureBlock failure={error} onRetry={() => void refetch()} />
  return <Skeleton lines={lines} />
}
