import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import type { ReactNode } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { toast } from '../../../ui/toast.ts'
import { affected } from './affected-reads.ts'
import { useMoveImpact } from './use-move-impact.tsx'
import { loadLevel } from './use-organizations.ts'

const { move } = organizationsContract

export type Position = { parent: string | null; sort: number }

/** The place after the last child of an organisation. */
export const lastPlaceIn = async (parent: string): Promise<Position> => ({
  parent,
  sort: ((await loadLevel(parent)).at(-1)?.sort ?? -1) + 1,
})

/** Without a form, field errors are shown as a toast. */
const toastFieldErrors = (error: unknown) => {
  if (error instanceof CallError && error.errors) toast.error(error.msg)
}

/**
 * Moves organisations once the impact is confirmed.
 * @returns the question, and a function that takes the organisation and its new place; undefined without the right
 */
export const useMove = (): [ReactNode, ((id: string, to: Position) => void) | undefined] => {
  const [card, confirms] = useMoveImpact('move')
  const write = useWrite(move, { confirms, invalidates: affected })
  const mayMove = useCan(move)
  const run = (id: string, to: Position) => void write.mutateAsync({ params: { id }, body: to }).catch(toastFieldErrors)
  return [card, mayMove ? run : undefined]
}
