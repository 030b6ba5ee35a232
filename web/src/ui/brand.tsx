import mark from './brand-mark.svg'

/** The product logo. Decorative: the name is shown beside it. */
export const BrandMark = ({ size = 28 }: { size?: number }) => <img src={mark} width={size} height={size} alt="" />
