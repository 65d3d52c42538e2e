interface BudgetProps {
  readonly name: string;
  readonly used: number;
  readonly most: number | undefined;
}

/** How much of what it may use is used, in words and as a bar. */
export function Budget({ name, used, most }: BudgetProps) {
  const text = `${used.toLocaleString()}${most === undefined ? '' : ` of ${most.toLocaleString()}`} ${name}`;
  return (
    <div className="budget">
      <span>{text}</span>
      {most !== undefined && most > 0 && <progress aria-label={text} value={Math.min(used, most)} max={most} />}
    </div>
  );
}
