import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { Download, Image, Maximize, Minus, Plus, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { findOptions } from '../../../../kernel/forms/find-options.ts'
import { Button } from '../../../../ui/button.tsx'
import type { DrawingHandle } from '../../../../ui/drawing/drawing.tsx'
import { type PopupAnchor, PopupMenu } from '../../../../ui/popup-menu.tsx'
import { SearchSelect } from '../../../../ui/search-select.tsx'

const find = findOptions(organizationsContract.options, {})
const step = 1.25

type ChartToolsProps = {
  drawing: () => DrawingHandle | null
  onFind: (id: string) => void
  onSave: (as: 'svg' | 'png' | 'print') => void
  children: ReactNode
}

const SaveMenu = ({ onSave }: Pick<ChartToolsProps, 'onSave'>) => {
  const [anchor, setAnchor] = useState<PopupAnchor>()
  return (
    <>
      <Button
        icon={<Download aria-hidden size={14} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
      >
        导出
      </Button>
      {anchor && (
        <PopupMenu
          label="导出"
          anchor={anchor}
          align="end"
          header="展开的组织"
          sections={[
            {
              items: [
                { label: 'SVG 矢量图（.svg）', icon: <Image size={16} />, onPick: () => onSave('svg') },
                { label: 'PNG 图片（.png）', icon: <Image size={16} />, onPick: () => onSave('png') },
                { label: '打印', icon: <Printer size={16} />, onPick: () => onSave('print') },
              ],
            },
          ]}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  )
}

/** What stands above the chart: the view, the search, the scale, and files. */
export const ChartTools = ({ drawing, onFind, onSave, children }: ChartToolsProps) => (
  <div className="chart-tools">
    {children}
    <SearchSelect
      aria-label="查找组织"
      placeholder="查找组织"
      find={find}
      value={undefined}
      onChange={(id) => id && onFind(id)}
    />
    <span className="chart-tools-end">
      <Button
        aria-label="缩小"
        title="缩小"
        icon={<Minus aria-hidden size={14} />}
        onClick={() => drawing()?.zoomBy(1 / step)}
      />
      <Button
        aria-label="放大"
        title="放大"
        icon={<Plus aria-hidden size={14} />}
        onClick={() => drawing()?.zoomBy(step)}
      />
      <Button
        aria-label="适应窗口"
        title="适应窗口"
        icon={<Maximize aria-hidden size={14} />}
        onClick={() => drawing()?.fit()}
      />
      <SaveMenu onSave={onSave} />
    </span>
  </div>
)
