import type { FunctionComponent } from 'react'
import type { OpenOverlay } from '../../ui/use-overlay.tsx'
import { useCan } from '../access/use-can.ts'
import type { ListContract } from './list-contract.ts'
import type { ListFormProps } from './list-form.ts'

/** Opens the list's form for a new row; undefined if the list has none, or the user may not create rows. */
export const useAdding = <Row,>(
  { list, create }: ListContract,
  Form: FunctionComponent<ListFormProps<Row>> | undefined,
  open: OpenOverlay,
  onCreated: (id: string) => void,
) => {
  const canCreate = useCan(create ?? list)
  if (!create || !Form || !canCreate) return undefined
  return () => open((onClosed) => <Form row={undefined} onSaved={onCreated} onClosed={onClosed} />)
}
