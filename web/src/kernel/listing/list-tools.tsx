import { Download } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/texts.ts'
import type { ListExportProps } from './list-export.tsx'
import type { PermittedExport } from './use-permitted-export.ts'

const ListExport = lazy(async () => ({ default: (await import('./list-export.tsx')).ListExport }))
const Placeholder = () => (
  <Button disabled icon={<Download aria-hidden size={14} />}>
    {t('导出')}
  </Button>
)

type ListToolsProps = Omit<ListExportProps, 'endpoint'> & {
  exported: PermittedExport | undefined
  actions: { tools?: ReactNode }
}

/** The export of a list, and the list's own tools. */
export const ListTools = ({ exported, ...of }: ListToolsProps) => (
  <>
    {exported && (
      <Suspense fallback={<Placeholder />}>
        <ListExport endpoint={exported.endpoint} {...of} />
      </Suspense>
    )}
    {of.actions.tools}
  </>
)
