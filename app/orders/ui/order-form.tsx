import type { ReactNode } from "react";
import { Button, ButtonLink } from "~/ui/components/button";
import { PostForm, Problem } from "~/ui/components/form";

interface OrderFormProps {
  order: { id: number };
  /** The end of the form's address, like "zip". */
  part: string;
  /** The page that the form was opened from. Without it, the form leads back to `list`. */
  back: string | null | undefined;
  list: string;
  /** Shown if there is no response. */
  failed: string;
  save?: string;
  children: ReactNode;
}

/** A form about one order, which the order's sheet shows in place. */
export const OrderForm = ({ order, part, back, list, failed, save = "Save", children }: OrderFormProps) => (
  <PostForm
    action={`/orders/${order.id}/${part}${back ? `?back=${encodeURIComponent(back)}` : ""}`}
    className="panel"
    data-in-place=""
    data-failed={failed}
  >
    {children}
    <Problem />
    <p className="buttons">
      <Button>{save}</Button>
      <ButtonLink href={back ?? list} look="quiet" data-close="">
        Back
      </ButtonLink>
    </p>
  </PostForm>
);
