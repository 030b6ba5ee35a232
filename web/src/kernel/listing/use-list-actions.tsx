import type { FunctionComponent, ReactNode } from 'react'
import type { Ask } from '../../ui/confirm.tsx'
import { nounInside } from '../../ui/noun.ts'
import { t } from '../../ui/texts.ts'
import type { OpenOverlay } from '../../ui/use-overlay.tsx'
import { call } from '../api/call.ts'
import { requestTo } from '../api/request-to.ts'
import { invalidate } from '../api/use-read.ts'
import { timelineAction } from '../timeline/timeline-action.tsx'
import type { BatchAction } from './batch-action.ts'
import type { ExportEndpoint } from './export-endpoint.ts'
import type { ListContract } from './list-contract.ts'
import type { ListFormProps } from './list-form.ts'
import type { ListTexts } from './list-texts.ts'
import { type RowAction, useRowActions } from './use-row-actions.ts'

/** What users may do in a list besides adding, editing and deleting. */
export type ListActions<Row> = {
  row?: readonly RowAction<Row>[]
  /** On several rows. */
  batch?: readonly BatchAction<Row>[]
  /** Offers 变更记录 as last action of a row. The kind of row: the noun of its events. */
  timeline?: string
  /** Which rows can be edited and deleted; all by default. */
  editable?: (row: Row) => boolean
  removable?: (row: Row) => boolean
  /** Exports the list as it stands. */
  export?: ExportEndpoint
  /** Beside the add button. */
  tools?: ReactNode
}

/** The declared actions of a list's rows. */
export type ListDeclaration<Row> = {
  contract: ListContract
  texts: ListTexts<Row>
  actions: ListActions<Row>
  form: FunctionComponent<ListFormProps<Row>> | undefined
}

/** 编辑, the list's own actions, 删除 and 变更记录, as far as the contract has them. */
const listActions = <Row extends { id: string }>(declaration: ListDeclaration<Row>): RowAction<Row>[] => {
  const { update, remove } = declaration.contract
  const {
    noun,
    rowName,
    verbs,
    removal = () => t('删除后该{noun}不可再选。', { noun: nounInside(noun) }),
  } = declaration.texts
  const verb = verbs?.remove ?? t('删除')
  const { row: own = [], timeline, editable, removable } = declaration.actions
  const edit: RowAction<Row>[] =
    update && declaration.form
      ? [{ label: t('编辑'), endpoint: update, drawer: declaration.form, ...(editable && { when: editable }) }]
      : []
  const removing = remove && {
    label: verb,
    endpoint: remove,
    danger: true,
    confirm: (row: Row) => ({
      title: rowName ? `${verb}“${rowName(row)}”？` : t('{verb}该{noun}？', { verb, noun: nounInside(noun) }),
      body: removal(row),
      run: () => call(remove, requestTo({ params: { id: row.id } })),
    }),
    ...(removable && { when: removable }),
  }
  return [
    ...edit,
    ...own,
    ...(removing ? [removing] : []),
    ...(timeline ? [timelineAction<Row>(timeline, rowName ?? (() => noun))] : []),
  ]
}

/** Actions of a list's rows as `useRowActions` returns them; `onSaved` receives the row that one has changed. */
export const useListActions = <Row extends { id: string }>(
  declaration: ListDeclaration<Row>,
  open: OpenOverlay,
  ask: Ask,
  onSaved: (id: string) => void,
) =>
  useRowActions<Row>(
    listActions(declaration),
    (Drawer, row, given) =>
      open((onClosed) => <Drawer row={row} onSaved={onSaved} onClosed={onClosed} given={given} />),
    ({ run, ...question }, { id }) =>
      ask({
        ...question,
        run: async () => {
          try {
            await run()
            onSaved(id)
          } finally {
            // A refusal may mean that the rows have changed.
            await invalidate(declaration.contract.list)
          }
        },
      }),
  )
