import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { rich } from './rich.ts'
import { t } from './texts.ts'

type PageJumperProps = {
  pages: number
  onJump: (page: number) => void
}

/** Goes to a page by its number, with Enter; beyond the last page, to the last. It stands beside a single page, too. */
export const PageJumper = ({ pages, onJump }: PageJumperProps) => {
  const [text, setText] = useState('')
  const jump = () => {
    const page = Number.parseInt(text, 10)
    if (page >= 1) onJump(Math.min(page, pages))
    setText('')
  }
  return (
    <span className="page-jumper">
      {rich('跳至{input}页', {
        input: (
          <Input
            aria-label={t('页码')}
            inputMode="numeric"
            maxLength={9}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onBlur={() => setText('')}
            onPressEnter={(event) => {
              // The form around it, if there is one, is not meant.
              event.preventDefault()
              jump()
            }}
          />
        ),
      })}
    </span>
  )
}
