import Modal from 'antd/es/modal/Modal'
import { type ReactNode, useState } from 'react'
import { t } from './texts.ts'

type Question = {
  title: string
  body?: ReactNode
  confirm: string
  cancel?: string
  danger?: boolean
  wide?: boolean
  /** Runs when confirmed. The dialog shows a spinner until it settles, then closes. */
  run: () => unknown
}

/** Asks for confirmation before a task runs. */
export type Ask = (question: Question) => void

/**
 * Confirmation dialog.
 * @returns `ask(question)` and the dialog to render once
 */
export const useConfirm = () => {
  const [question, setQuestion] = useState<Question>()
  const [open, setOpen] = useState(false)
  const [running, setRunning] = useState(false)
  const ask: Ask = (next) => {
    setQuestion(next)
    setOpen(true)
  }
  const confirm = async () => {
    setRunning(true)
    try {
      await question?.run()
    } catch {
      // `call` has shown the failure.
    } finally {
      setRunning(false)
      setOpen(false)
    }
  }
  const { title, body, cancel = t('取消'), danger = false, wide = false } = question ?? {}
  const dialog = question && (
    <Modal
      open={open}
      title={title}
      centered
      closable={false}
      width={wide ? 'min(640px, calc(100vw - 32px))' : 'min(416px, calc(100vw - 32px))'}
      okText={question.confirm}
      cancelText={cancel}
      // Enter triggers the harmless choice.
      okButtonProps={{ danger, autoFocus: !danger }}
      cancelButtonProps={{ autoFocus: danger, disabled: running }}
      confirmLoading={running}
      onOk={() => void confirm()}
      onCancel={() => {
        if (!running) setOpen(false)
      }}
      afterClose={() => setQuestion(undefined)}
    >
      {body}
    </Modal>
  )
  return [ask, dialog] as const
}
