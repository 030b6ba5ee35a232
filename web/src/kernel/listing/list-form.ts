import type { RowDrawerProps } from './use-row-actions.ts'

/** Props of a list's form; `row` is undefined for a new one. */
export type ListFormProps<Row> = Omit<RowDrawerProps<Row>, 'row'> & { row: Row | undefined }
