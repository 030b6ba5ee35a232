import { Modal } from 'antd'
import type { ReactNode } from 'react'

type Question = {
  title: string
  body?: ReactNode
  confirm: string
  cancel?: string
  danger?: boolean
  wide?: boolean
  /** Done when confirmed; the dialog shows loading until it settles, then closes whatever the outcome. */
  run: () => unknown
}

/** Asks before something happens. Out: `ask(question)` and the element that holds the dialog, to be rendered once. */
export const useConfirm = () => {
  const [modal, dialog] = Modal.useModal()
  const ask = ({ title, body, confirm, cancel = '取消', danger = false, wide = false, run }: Question) => {
    modal.confirm({
      title,
      content: body,
      icon: null,
      okText: confirm,
      cancelText: cancel,
      okButtonProps: { danger },
      autoFocusButton: danger ? 'cancel' : 'ok',
      centered: true,
      width: wide ? 'min(640px, calc(100vw - 32px))' : 'min(416px, calc(100vw - 32px))',
      onOk: async () => {
        try {
          await run()
        } catch {
          // The call has already said what went wrong; the dialog has nothing to add.
        }
      },
    })
  }
  return [ask, dialog] as const
}
