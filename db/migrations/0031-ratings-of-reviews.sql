-- A tool's stars are those of its approved reviews. Shops that were filled with the demo had others from a file.
update tool set rating_total = given.total, rating_count = given.count
from (
  select tool.id, coalesce(sum(review.rating), 0) as total, count(review.id) as count
  from tool left join review on review.tool_id = tool.id and review.state = 'approved'
  where tool.rating_count > 0
  group by tool.id
) given
where tool.id = given.id and (tool.rating_total, tool.rating_count) is distinct from (given.total, given.count);
