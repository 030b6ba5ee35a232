import './avatar.css'

type Props = {
  name: string
  /** The portrait; without one, the first letter of the name stands for it. */
  src?: string | undefined
}

/** A person's picture. The name is written beside it wherever it is shown. */
export const Avatar = ({ name, src }: Props) =>
  src ? (
    <img className="avatar" src={src} alt="" />
  ) : (
    <span className="avatar" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  )
