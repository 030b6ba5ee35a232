import { importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { ownRunChanged } from '@atrium/contract/kernel/job-topics.ts'
import { useEffect } from 'react'
import { subscribe } from '../../../kernel/api/topics.ts'
import { invalidate, useRead } from '../../../kernel/api/use-read.ts'

const { import: details, importRows, imports } = importsContract

/** Refetches everything that shows imports. */
export const refetchImports = async (): Promise<void> =>
  void (await Promise.all([details, importRows, imports, ownJobsContract.ownJob].map(invalidate)))

/** An import, kept up to date by the events of its runs. */
export const useImport = (id: string) => {
  useEffect(() => subscribe(ownRunChanged, () => void refetchImports()), [])
  return useRead(details, { params: { id } }, { staleTime: 0 })
}
