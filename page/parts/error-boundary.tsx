import { Component, type ReactNode } from 'react';
import { Plain } from './plain.tsx';

interface Props {
  /** Where another one begins, it is tried again. */
  readonly of: string;
  readonly children: ReactNode;
}

interface State {
  readonly of: string;
  readonly error?: Error | undefined;
}

/** A part that breaks does not take the rest of the page with it. React knows this only as a class. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { of: this.props.of };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.of === state.of ? null : { of: props.of, error: undefined };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="note bad broken" role="alert">
        <p>This part of the page broke. The rest works, and the server has lost nothing.</p>
        <p>
          <Plain text={error.message} />
        </p>
        <button type="button" onClick={() => this.setState({ error: undefined })}>
          Try again
        </button>
      </div>
    );
  }
}
