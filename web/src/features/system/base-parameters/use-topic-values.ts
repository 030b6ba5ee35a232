import {
  type BaseParameterRow,
  baseParametersContract,
} from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { problemWithNewValue } from '@atrium/contract/features/system/base-parameters/builtin-rules.ts'
import { useState } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { findNewerVersion } from '../../../kernel/api/newer-version.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { affectedBy } from './affected-reads.ts'
import type { ValueChange, ValueDrafts } from './use-value-drafts.ts'

const { list, updateValues } = baseParametersContract
type Refusal = { change: ValueChange; msg: string }

/** The changes that the server refused. Their places are those in the request. */
const refusalsIn = (error: unknown, sent: readonly ValueChange[]): Refusal[] => {
  const errors = error instanceof CallError ? (error.errors ?? []) : []
  return errors.flatMap(({ field, msg }) => {
    const change = sent[Number(field.split('.')[1])]
    return change ? { change, msg } : []
  })
}

/** The unsaved values of these parameters, their problems, and a function that saves all of them. */
export const useTopicValues = (rows: readonly BaseParameterRow[], drafts: ValueDrafts) => {
  const [editing, setEditing] = useState<string>()
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const write = useWrite(updateValues, { invalidates: affectedBy({ builtin: true }) })
  const changes = rows.flatMap((row) => drafts.findChange(row) ?? [])
  const findProblem = ({ row, value }: ValueChange) =>
    problemWithNewValue(row, value) ??
    refusals.find(({ change }) => change.row.id === row.id && change.value === value)?.msg
  const canSave = (change: ValueChange) => !change.isStale && findProblem(change) === undefined

  /** Returns the first change that stands against it. */
  const save = async (): Promise<ValueChange | undefined> => {
    if (write.isPending) return undefined
    setEditing(undefined)
    const blocking = changes.find((change) => !canSave(change))
    if (blocking) return blocking
    try {
      const body = { changes: changes.map(({ row: { id }, value, version }) => ({ id, value, version })) }
      await write.mutateAsync({ body })
      drafts.forget(changes)
      return undefined
    } catch (error) {
      // The call has shown the failure; newer values are shown beside the unsaved ones.
      if (findNewerVersion(error)) await invalidate(list)
      const refused = refusalsIn(error, changes)
      setRefusals(refused)
      return refused[0]?.change
    }
  }
  return {
    changes,
    /** Nothing is said about a value that is being typed. */
    findProblem: (change: ValueChange) => (change.row.id === editing ? undefined : findProblem(change)),
    firstBlocking: () => changes.find((change) => !canSave(change)),
    setEditing,
    busy: write.isPending,
    save,
  }
}
export type TopicValues = ReturnType<typeof useTopicValues>
