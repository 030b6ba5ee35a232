import type { Bulk } from '@atrium/contract/kernel/bulk.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { ComponentType, ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { BulkDrawerProps } from './batch-action.ts'

/** What an operation asks for beside the rows. */
export type BulkForm = {
  schema: z.ZodMiniObject
  labels: Readonly<Record<string, string>>
  initial: Record<string, unknown>
  fields: ReactNode
}
/** What a list does with many of its rows. */
export type ListOperation = {
  bulk: Pick<Bulk, 'entity' | 'list' | 'operations'>
  operation: string
  /** What happens to the rows, as a sentence. */
  note: string
  form?: BulkForm
  danger?: boolean
  /** What else shows the rows. */
  invalidates?: readonly Endpoint[]
}
export type ImportProps = {
  /** Noun of the rows' audit events. */
  entity: string
  contract: { create: Endpoint; update: Endpoint }
  iconOnly?: boolean
}
type ListOperations = {
  BulkDrawer: ComponentType<ListOperation & BulkDrawerProps>
  ImportLauncher: ComponentType<ImportProps>
}

let declared: ListOperations | undefined

/** Registers what every list may do with many rows at startup; features do not depend on higher ones. */
export const declareListOperations = (operations: ListOperations): void => {
  declared = operations
}

export const listOperations = (): ListOperations => {
  if (!declared) throw new Error('declareListOperations has not been called')
  return declared
}
