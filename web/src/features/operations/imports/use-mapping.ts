import type { ExcelMode } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { type ImportDetails, importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { columnsBelow } from '@atrium/contract/features/operations/imports/sheet-columns.ts'
import { useState } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { refetchImports } from './use-import.ts'

type Chosen = {
  sheet: number
  /** Number of the row that holds the titles. */
  header: number
  fields: Readonly<Record<number, string>>
  mode: ExcelMode
  keys: string[]
  atomic: boolean
}
const toChosen = ({ sheet, sheets, mapping, mode, keys, atomic }: ImportDetails): Chosen => ({
  sheet,
  header: sheets[sheet]?.header ?? 1,
  mode,
  keys,
  atomic,
  fields: Object.fromEntries(mapping.map(({ column, field }) => [column, field])),
})

/** How a file is read, while it is edited. */
export const useMapping = (found: ImportDetails) => {
  const stored = toChosen(found)
  const [chosen, setChosen] = useState(stored)
  const [problem, setProblem] = useState('')
  const map = useWrite(importsContract.mapImport, { silentSuccess: true })
  const check = useWrite(importsContract.checkImport, { silentSuccess: true })
  const listColumns = (sheet: number, header: number) => columnsBelow(found.sheets[sheet]?.rows ?? [], header)
  const columns = listColumns(chosen.sheet, chosen.header)
  const mapped = columns.flatMap((_, column) => {
    const field = chosen.fields[column] ?? ''
    return field === '' ? [] : [{ column, field }]
  })
  const isMissing = ({ field, required }: ImportDetails['fields'][number]) =>
    required && chosen.mode !== 'update' && !mapped.some((each) => each.field === field)
  const params = { id: found.id }

  /**
   * Stores what was chosen, if it differs, and starts the check.
   * @returns whether it has started
   */
  const run = async () => {
    setProblem('')
    let isStarted = false
    try {
      let { revision } = found
      if (JSON.stringify(chosen) !== JSON.stringify(stored)) {
        const { sheet, header, mode, keys, atomic } = chosen
        const body = { sheet, header, columns: mapped, mode, keys, atomic, revision }
        revision = (await map.mutateAsync({ params, body })).revision
      }
      await check.mutateAsync({ params, body: { revision } })
      isStarted = true
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : '')
    }
    await refetchImports()
    return isStarted
  }
  return {
    chosen,
    columns,
    problem,
    run,
    isPending: map.isPending || check.isPending,
    mappedCount: mapped.length,
    missing: found.fields.filter(isMissing),
    change: (part: Partial<Omit<Chosen, 'fields' | 'sheet' | 'header'>>) => setChosen({ ...chosen, ...part }),
    /** Fields of other titles are found by those. */
    chooseTitles: (sheet: number, header: number) => {
      const fields = listColumns(sheet, header).map(({ title }, column) => [
        column,
        found.fields.find((field) => field.title === title)?.field ?? '',
      ])
      setChosen({ ...chosen, sheet, header, fields: Object.fromEntries(fields) })
    },
    /** A field has one column. */
    chooseField: (column: number, field: string) => {
      const others = Object.entries(chosen.fields).map(([at, own]) => [at, own === field ? '' : own])
      setChosen({ ...chosen, fields: { ...Object.fromEntries(others), [column]: field } })
    },
  }
}
export type Mapping = ReturnType<typeof useMapping>
