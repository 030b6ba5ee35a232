import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { Maximize, Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { findOptions } from '../../../../kernel/forms/find-options.ts'
import { Button } from '../../../../ui/button.tsx'
import type { DrawingHandle } from '../../../../ui/drawing/drawing.tsx'
import { type SaveAs, SaveMenu } from '../../../../ui/drawing/save-menu.tsx'
import { SearchSelect } from '../../../../ui/search-select.tsx'
import { t } from '../../../../ui/texts.ts'

const find = findOptions(organizationsContract.options, {})
const step = 1.25

type ChartToolsProps = {
  drawing: () => DrawingHandle | null
  onFind: (id: string) => void
  onSave: (as: SaveAs) => void
  children: ReactNode
}

/** What stands above the chart: the view, the search, the scale, and files. */
export const ChartTools = ({ drawing, onFind, onSave, children }: ChartToolsProps) => (
  <div className="chart-tools">
    {children}
    <SearchSelect
      aria-label={t('查找组织')}
      placeholder={t('查找组织')}
      find={find}
      value={undefined}
      onChange={(id) => id && onFind(id)}
    />
    <span className="chart-tools-end">
      <Button
        aria-label={t('缩小')}
        title={t('缩小')}
        icon={<Minus aria-hidden size={14} />}
        onClick={() => drawing()?.zoomBy(1 / step)}
      />
      <Button
        aria-label={t('放大')}
        title={t('放大')}
        icon={<Plus aria-hidden size={14} />}
        onClick={() => drawing()?.zoomBy(step)}
      />
      <Button
        aria-label={t('适应窗口')}
        title={t('适应窗口')}
        icon={<Maximize aria-hidden size={14} />}
        onClick={() => drawing()?.fit()}
      />
      <SaveMenu header={t('展开的组织')} onSave={onSave} />
    </span>
  </div>
)
