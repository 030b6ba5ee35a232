import { useEffect, useEffectEvent } from 'react'
import { t } from '../../ui/texts.ts'
import { toast } from '../../ui/toast.ts'
import { usePageSearch } from '../page/page-context.ts'
import { toAddress } from './list-state.ts'
import type { ShownList } from './use-shown-list.ts'

/** Parameters of an address that opens something in a list: what, and for which row. */
export const askedParams = { action: 'open', row: 'row' } as const
/** Opens the form for a new row. */
export const askedCreation = 'create'

type Asked<Row> = {
  list: ShownList<Row>
  add: (() => void) | undefined
  /** Runs the action of this endpoint on a row; false if the row or the user does not have it. */
  run: (endpoint: string, row: Row, given: URLSearchParams) => boolean
  select: ((id: string) => void) | undefined
}

/**
 * Opens what the address asks for, once: the form for a new row, or an action on a row by the name of its endpoint.
 * Without such an action the row is selected. Nothing is changed without the action's own question.
 */
export const useActionFromUrl = <Row extends { id: string }>({ list, add, run, select }: Asked<Row>) => {
  const [params, go] = usePageSearch()
  const [action, id] = [params.get(askedParams.action), params.get(askedParams.row)]
  const isAsked = action !== null || id !== null
  const isReady = isAsked && (action === askedCreation || !list.loading)
  const begin = useEffectEvent(() => {
    // First, as an action may lead to another address.
    go(toAddress(list.state), { replace: true })
    const row = list.rows.find((each) => each.id === id)
    if (action === askedCreation) add?.()
    else if (!row) toast.warning(t('未找到该数据，请在列表中搜索'))
    else if (action === null || !run(action, row, params)) select?.(row.id)
  })
  useEffect(() => {
    if (isReady) begin()
  }, [isReady])
}
