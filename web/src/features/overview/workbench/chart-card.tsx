import { Table } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { Card } from './card.tsx'

type ChartCardProps = {
  title: string
  note: string
  link: ReactNode
  table: () => ReactNode
  children: ReactNode
}

/** A card with charts, which can be read as tables instead. */
export const ChartCard = ({ title, note, link, table, children }: ChartCardProps) => {
  const [isTable, setTable] = useState(false)
  return (
    <Card
      title={title}
      note={note}
      end={
        <>
          {link}
          <Button look="quiet" icon={<Table aria-hidden size={16} />} onClick={() => setTable(!isTable)}>
            {isTable ? t('以图表查看') : t('以表格查看')}
          </Button>
        </>
      }
    >
      {isTable ? (
        <section className="workbench-table" aria-label={t('{title}的数据', { title })}>
          {table()}
        </section>
      ) : (
        children
      )}
    </Card>
  )
}
