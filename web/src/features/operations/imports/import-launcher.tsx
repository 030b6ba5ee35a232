import { excelsContract } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { queryClient } from '../../../kernel/api/query-client.ts'
import { readQuery } from '../../../kernel/api/use-read.ts'
import type { ImportProps } from '../../../kernel/listing/list-operations.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import type { ImportedTemplate } from './upload-step.tsx'

const ImportDrawer = lazy(async () => ({ default: (await import('./public/import-drawer.tsx')).ImportDrawer }))

/** The template of an entity; of several, the one that comes first in their list. */
const findTemplate = async (entity: string): Promise<ImportedTemplate | undefined> => {
  const query = { 'f.entity': entity, 'f.status': '1' as const, size: 1 }
  const { data } = await queryClient.fetchQuery(readQuery(excelsContract.list, { query }))
  return data[0]
}

/** Imports rows of a list, for those who may add or change them. */
export const ImportLauncher = ({ entity, contract, iconOnly = false }: ImportProps) => {
  const [template, setTemplate] = useState<ImportedTemplate>()
  const canAdd = useCan(contract.create)
  const canChange = useCan(contract.update)
  const canUpload = useCan(importsContract.uploadImport)
  const canFind = useCan(excelsContract.list)
  if (!(canUpload && canFind && (canAdd || canChange))) return null
  const open = async () => {
    // The call shows its failure.
    const found = await findTemplate(entity).catch(() => null)
    if (found) setTemplate(found)
    else if (found === undefined) toast.error(t('没有启用的模板，请先在“Excel 模板”中启用'))
  }
  const closed = () => {
    setTemplate(undefined)
    // Fields of other screens offer the rows, too.
    void queryClient.invalidateQueries()
  }
  return (
    <>
      <Button
        icon={<Upload aria-hidden size={14} />}
        onClick={() => void open()}
        {...(iconOnly && { 'aria-label': t('导入'), title: t('导入') })}
      >
        {iconOnly ? null : t('导入')}
      </Button>
      {template && (
        <Suspense>
          <ImportDrawer template={template} onClosed={closed} />
        </Suspense>
      )}
    </>
  )
}
