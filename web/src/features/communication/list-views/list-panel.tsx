import type { ListToolProps } from '../../../kernel/listing/list-preferences.ts'
import { ColumnSettings } from './column-settings.tsx'
import { ViewPanel } from './view-panel.tsx'

const panels = { columns: ColumnSettings, views: ViewPanel }

/** Panels opened by the buttons beside 刷新. */
export const ListPanel = ({ tool, ...props }: ListToolProps) => {
  const Panel = panels[tool]
  return <Panel {...props} />
}
