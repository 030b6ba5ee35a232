import type { ListToolProps } from '../../kernel/listing/arrangement.ts'
import { ColumnSettings } from './column-settings.tsx'
import { ViewPanel } from './view-panel.tsx'

const panels = { columns: ColumnSettings, views: ViewPanel }

/** What the buttons beside 刷新 open. */
export const ListPanel = ({ tool, ...props }: ListToolProps) => {
  const Panel = panels[tool]
  return <Panel {...props} />
}
