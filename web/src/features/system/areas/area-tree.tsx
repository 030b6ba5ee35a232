import { type AreaRow, areasContract, maxAreaMatches } from '@atrium/contract/features/system/areas/areas.contract.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { t } from '../../../ui/texts.ts'
import './areas.css'

const { list } = areasContract
const levelNames = ['', t('省级'), t('地级'), t('县级'), t('乡级')]
const isUnchanging = { staleTime: Number.POSITIVE_INFINITY }

const Cells = ({ area, name = area.name }: { area: AreaRow; name?: string }) => (
  <>
    <span className="area-name">{name}</span>
    <span className="area-code">{area.code}</span>
    <span className="area-quiet">{levelNames[area.level]}</span>
    <span className="area-quiet">{area.pinyin}</span>
  </>
)

/** What stands in the columns of areas. */
export const AreaTitles = () => (
  <div className="area-titles" aria-hidden>
    <span />
    <span>{t('名称')}</span>
    <span>{t('代码')}</span>
    <span>{t('级别')}</span>
    <span>{t('拼音')}</span>
  </div>
)

/** The areas below another, loaded when they are shown; the provinces without one. */
export const AreaTree = ({ parent = '' }: { parent?: string }) => {
  const read = useRead(list, { query: { parent } }, isUnchanging)
  return (
    <ReadState read={read}>
      {(areas) => (
        <ul className="area-branch">
          {areas.map((area) => (
            <Branch key={area.code} area={area} />
          ))}
        </ul>
      )}
    </ReadState>
  )
}

const Branch = ({ area }: { area: AreaRow }) => {
  const [isOpen, setOpen] = useState(false)
  const Sign = isOpen ? ChevronDown : ChevronRight
  return (
    <li>
      {area.leaf ? (
        <div className="area-row">
          <span />
          <Cells area={area} />
        </div>
      ) : (
        <button type="button" className="area-row" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Sign aria-hidden size={14} />
          <Cells area={area} />
        </button>
      )}
      {isOpen && <AreaTree parent={area.code} />}
    </li>
  )
}

/** The areas that a search finds, with their paths. */
export const FoundAreas = ({ search }: { search: string }) => {
  const read = useRead(list, { query: { search } })
  return (
    <ReadState read={read}>
      {(areas) =>
        areas.length === 0 ? (
          <Empty title={t('未找到行政区划')} />
        ) : (
          <>
            <AreaTitles />
            <ul className="area-branch">
              {areas.map((area) => (
                <li key={area.code} className="area-row">
                  <span />
                  <Cells area={area} name={area.fullName} />
                </li>
              ))}
            </ul>
            {areas.length === maxAreaMatches && (
              <p className="area-quiet">
                {t('仅显示前 {maxAreaMatches} 个，请输入更完整的名称。', { maxAreaMatches })}
              </p>
            )}
          </>
        )
      }
    </ReadState>
  )
}
