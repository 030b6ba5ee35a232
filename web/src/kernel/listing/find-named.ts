import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Find } from '../../ui/use-found-options.ts'
import { findRows } from './find-rows.ts'
import type { ListEndpoint } from './list-contract.ts'

type Named = { id: string; name: string }

/** @public Finds rows of a list by its search, for a field that refers to one: their ids, by their names. */
export const findNamed =
  <L extends ListEndpoint>(contract: { list: L; get: Endpoint }): Find =>
  async (...asked) => {
    const rows: readonly { id: string }[] = await findRows(contract, asked)
    return (rows as readonly Named[]).map(({ id, name }) => ({ value: id, label: name }))
  }
