import {
  type BaseParameterRow,
  baseParametersContract,
} from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { History } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { Button } from '../../../ui/button.tsx'
import { type PopupAnchor, PopupMenu } from '../../../ui/popup-menu.tsx'
import { t } from '../../../ui/texts.ts'
import { type TopicGroup, topicName } from './topic-words.ts'

type HistoryButtonProps = { label: string; rows: readonly BaseParameterRow[]; onPick: (row: BaseParameterRow) => void }

/** Opens the history of one of several parameters. */
const HistoryButton = ({ label, rows, onPick }: HistoryButtonProps) => {
  const [anchor, setAnchor] = useState<PopupAnchor>()
  return (
    <>
      <Button
        icon={<History aria-hidden size={14} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-label={t('{label}的变更历史', { label })}
        onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
      >
        {t('变更历史')}
      </Button>
      {anchor && (
        <PopupMenu
          label={t('变更历史')}
          anchor={anchor}
          align="end"
          sections={[{ items: rows.map((row) => ({ label: row.name, onPick: () => onPick(row) })) }]}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  )
}

type TopicSectionProps = {
  group: TopicGroup
  onHistory: (row: BaseParameterRow) => void
  children: ReactNode
}

/** The parameters of a topic under its name. */
export const TopicSection = ({ group: { topic, parameters }, onHistory, children }: TopicSectionProps) => {
  const id = useId()
  const name = topicName(topic)
  return (
    <section className="topic" aria-labelledby={id}>
      <header className="topic-head">
        <h2 id={id}>{name}</h2>
        <span className="topic-size">{t('{count} 个参数', { count: parameters.length })}</span>
        <Can endpoint={baseParametersContract.history}>
          <HistoryButton label={name} rows={parameters.map(({ row }) => row)} onPick={onHistory} />
        </Can>
      </header>
      {children}
    </section>
  )
}
