import { Upload } from 'lucide-react'
import { Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/texts.ts'
import { useCan } from '../access/use-can.ts'
import { type ImportProps, listOperations } from './list-operations.ts'

/** The button that imports rows of a list, loaded after the list; its place is kept, so that the toolbar does not move. */
export const ImportButton = (props: ImportProps) => {
  const { ImportLauncher } = listOperations()
  const { create, update } = props.contract
  const canAdd = useCan(create)
  const canChange = useCan(update)
  const place = (canAdd || canChange) && !props.iconOnly && (
    <Button disabled icon={<Upload aria-hidden size={14} />}>
      {t('导入')}
    </Button>
  )
  return (
    <Suspense fallback={place}>
      <ImportLauncher {...props} />
    </Suspense>
  )
}
