import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Control } from '../../../ui/control.ts'
import { Icon, iconNames } from '../../../ui/icon.tsx'
import { KeyArea } from '../../../ui/key-area.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { t } from '../../../ui/texts.ts'
import { findIcons } from './icon-words.ts'
import './icon-picker.css'

/** Icon picker, collapsed by default; Esc collapses it. */
export const IconPicker = ({ id, value = '', onChange, onBlur: _onBlur, ...aria }: Control<string>) => {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState('')
  const panel = useId()
  const found = findIcons(iconNames, wanted)
  const choose = (name: string) => {
    onChange?.(name)
    setOpen(false)
  }
  return (
    <KeyArea
      className="icon-picker"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        setOpen(false)
      }}
    >
      <div className="icon-picker-line">
        <button
          {...aria}
          type="button"
          id={id}
          className="icon-picker-chosen"
          aria-label={t('图标：{value}', { value: value || t('未选择') })}
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          {value === '' ? (
            t('选择图标')
          ) : (
            <>
              <Icon name={value} />
              {value}
            </>
          )}
        </button>
        {value !== '' && (
          <Button look="quiet" onClick={() => onChange?.('')}>
            {t('清除')}
          </Button>
        )}
      </div>
      {open && (
        <div id={panel} className="icon-picker-panel">
          <SearchInput
            aria-label={t('搜索图标')}
            placeholder={t('搜索图标，例如 用户、house')}
            maxLength={32}
            value={wanted}
            onChange={setWanted}
          />
          <ul className="icon-picker-icons" aria-label={t('图标', { context: 'plural' })}>
            {found.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  title={name}
                  aria-label={name}
                  aria-pressed={name === value}
                  onClick={() => choose(name)}
                >
                  <Icon name={name} size={20} />
                </button>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className="icon-picker-none">{t('未找到图标')}</p>}
        </div>
      )}
    </KeyArea>
  )
}
