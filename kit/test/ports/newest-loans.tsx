import { CardRow, CardRows, ReadState, RelativeTime, t, usePageLink, useRead } from '@atrium/kit/web'
import { loansContract } from './contract.ts'

/** The newest loans, as a card of the workbench. */
export const NewestLoans = () => {
  const read = useRead(loansContract.list, { query: { size: 6, sort: '-createTime' } })
  const link = usePageLink()
  return (
    <ReadState read={read}>
      {({ data }) => (
        <CardRows empty={t('暂无借用')}>
          {data.map(({ id, name, createTime }) => (
            <CardRow
              key={id}
              title={name}
              to={link('loans/list', { search: name })}
              end={<RelativeTime at={createTime} />}
            />
          ))}
        </CardRows>
      )}
    </ReadState>
  )
}
