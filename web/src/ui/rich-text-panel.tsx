import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { PlainButton } from './plain-button.tsx'
import { PopupPanel } from './popup-panel.tsx'
import { TextInput } from './text-input.tsx'

type Props = Omit<ComponentProps<typeof TextInput>, 'title' | 'ref' | 'onKeyDown'> &
  Pick<ComponentProps<typeof PopupPanel>, 'title' | 'beside' | 'onClose'> & {
    onApply: () => void
    /** Label of the button that applies the text. */
    act: string
    /** Buttons before it. */
    buttons?: ReactNode
  }

/** One text about what is chosen in the editor, applied by Enter or the button. */
export const RichTextPanel = ({ title, beside, onClose, onApply, act, buttons, ...input }: Props) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <PopupPanel title={title} beside={beside} onClose={onClose}>
      <div className="rich-text-panel">
        <TextInput
          {...input}
          ref={field}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // Enter would submit the form around the editor.
            event.preventDefault()
            onApply()
          }}
        />
        <div className="rich-text-panel-foot">
          {buttons}
          <PlainButton kind="primary" onClick={onApply}>
            {act}
          </PlainButton>
        </div>
      </div>
    </PopupPanel>
  )
}
