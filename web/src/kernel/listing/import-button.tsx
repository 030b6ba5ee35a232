import { Suspense } from 'react'
import { type ImportProps, listOperations } from './list-operations.ts'

/** The button that imports rows of a list, loaded after the list. */
export const ImportButton = (props: ImportProps) => {
  const { ImportLauncher } = listOperations()
  return (
    <Suspense>
      <ImportLauncher {...props} />
    </Suspense>
  )
}
